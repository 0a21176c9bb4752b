c     Figure 1(b) of the activity paper: no variable is active, but flow-insensitively all are.
c     head: head
c     active dug: head
c     active vdg: head x y; foo f g a
c     why a: no dependent depends on that
c     why g: it does not vary with the independents
c     Figure 2(c):
c     graph dug: x@0 CALL f@1, y@1 CALL g@1, f@1 FLOW a@20, g@19 FLOW g@2
c     graph dug: f@2 RETURN x@14, g@2 RETURN y@14, y@14 FLOW y@0
c     graph dug: x@0 FLOW x@2, x@14 FLOW x@2, y@14 FLOW y@2
      subroutine head(x,y)
      double precision :: x,y
c$openad INDEPENDENT(x)
      call foo(x, y)
c$openad DEPENDENT(y)
      end subroutine
      subroutine foo(f,g)
      double precision :: f,g,a
      g = a
      a = f
      end subroutine
