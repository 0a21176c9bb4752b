the module of an older version
