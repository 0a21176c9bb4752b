! The caller of Figure 1.2: rh3 and rh4 are in no snapshot, though the call changes them and what follows
! needs them.
! head: step(t3,pres,vnocl,g3,g4,rh3,rh4,sq)>(pres,rh4,sq)
! options: --join flw2d1col
! snapshot flw2d1col: nothing
      subroutine FLW2D1COL(nsg1,nsg2,nubo,t3,pres,vnocl,
     +   g3,g4,rh3,rh4,ns,nseg,sq)
      integer nsg1,nsg2,ns,nseg,nubo(2,nseg),iseg,is1,is2
      real*8 t3(ns),pres(ns),vnocl(3,nseg),g3(ns),g4(ns)
      real*8 rh3(ns),rh4(ns),sq,qsor,qs,dplim,pm
      do 30 iseg=nsg1,nsg2
        is1 = nubo(1,iseg)
        is2 = nubo(2,iseg)
        qsor = t3(is1)*vnocl(2,iseg)
        qs = t3(is2)*vnocl(2,iseg)
        dplim = qsor*g4(is1)+qs*g4(is2)
        rh4(is1) = rh4(is1) + dplim
        rh4(is2) = rh4(is2) - dplim
        pm = pres(is1)+pres(is2)
        dplim = qsor*g3(is1)+qs*g3(is2)+pm*vnocl(2,iseg)
        rh3(is1) = rh3(is1) + dplim
        rh3(is2) = rh3(is2) - dplim
        call CK(pm,sq)
30    continue
      end
      subroutine CK(pm,sq)
      real*8 pm,sq
      sq = sq + pm*pm*0.5d0
      end
      subroutine step(nseg,ns,nubo,t3,pres,vnocl,g3,g4,rh3,rh4,sq)
      integer ns,nseg,nubo(2,nseg),i
      real*8 t3(ns),pres(ns),vnocl(3,nseg),g3(ns),g4(ns)
      real*8 rh3(ns),rh4(ns),sq
      call FLW2D1COL(1,nseg,nubo,t3,pres,vnocl,
     +   g3,g4,rh3,rh4,ns,nseg,sq)
      do i=1,ns
        pres(i) = pres(i) + rh3(i)*rh4(i)
      end do
      end
