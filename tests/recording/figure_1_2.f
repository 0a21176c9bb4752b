! Figure 1.2 of the paper as printed, with a CK of ours.
! head: flw2d1col(t3,pres,vnocl,g3,g4,rh3,rh4,sq)>(rh3,rh4,sq)
! not run: 20 21 22 24 25 26 27 32
! keeps: nothing
! lacks: push|pop|kept|dplim =|rh3\(is|rh4\(is|call ck\(
! Figure 1.3, statement for statement:
! body flw2d1col_b: figure_1_3.txt
! why 20: not run forward: neither the backward sweep nor what runs later needs dplim
! why 15: both sweeps of each iteration run in the backward loop
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
