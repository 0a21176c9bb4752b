class vector { double x; };
