c     Figure 1(a) of the activity paper: all variables are active.
c     head: head
c     active dug: head x y; foo f g a
c     active vdg: head x y; foo f g a
c     Figure 2(b), with its special addresses 0 (independent, dependent), 1 (incoming), 2 (outgoing):
c     graph dug: x@0 CALL f@1, y@1 CALL g@1, f@1 FLOW a@19, a@19 FLOW g@20, g@20 FLOW g@2
c     graph dug: f@1 PARAM g@2, f@2 RETURN x@14, g@2 RETURN y@14, y@14 FLOW y@0
c     graph dug: x@0 FLOW x@2, x@14 FLOW x@2, y@14 FLOW y@2
c     Figure 2(a):
c     graph vdg: x CALL f, f RETURN x, y CALL g, g RETURN y, f FLOW a, a FLOW g, f PARAM g
      subroutine head(x,y)
      double precision :: x,y
c$openad INDEPENDENT(x)
      call foo(x, y)
c$openad DEPENDENT(y)
      end subroutine
      subroutine foo(f,g)
      double precision :: f,g,a
      a = f
      g = a
      end subroutine
