! One stack for each type whose values the backward sweep needs again.
type :: NAME_block
  TYPE, allocatable :: values(:)
  integer(8) :: used = 0
  type(NAME_block), pointer :: before => null()
end type NAME_block
type(NAME_block), pointer :: NAME_top => null(), NAME_spare => null()

subroutine NAME_grow(count)
  integer(8), intent(in) :: count
  type(NAME_block), pointer :: block
  integer(8) :: room
  integer :: status

  room = FIRST
  if (associated(NAME_top)) room = min(2*size(NAME_top%values, kind=8), 8388608_8)
  room = max(room, count)
  block => NAME_spare
  NAME_spare => null()
  if (associated(block)) then
    if (size(block%values, kind=8) < count) then
      deallocate(block)
      block => null()
    end if
  end if
  if (.not. associated(block)) then
    allocate(block)
    allocate(block%values(room), stat=status)
    if (status /= 0) error stop "no memory left for the values that the backward sweep needs"
  end if
  block%used = 0
  block%before => NAME_top
  NAME_top => block
end subroutine NAME_grow

subroutine NAME_shrink() ! the larger empty block stays for the next values, or the next run
  type(NAME_block), pointer :: empty

  empty => NAME_top
  NAME_top => empty%before
  if (associated(NAME_spare)) then
    if (size(NAME_spare%values, kind=8) > size(empty%values, kind=8)) then
      deallocate(empty)
      return
    end if
    deallocate(NAME_spare)
  end if
  NAME_spare => empty
end subroutine NAME_shrink

subroutine push_NAME(value)
  TYPE, intent(in) :: value

  if (.not. associated(NAME_top)) call NAME_grow(1_8)
  if (NAME_top%used == size(NAME_top%values, kind=8)) call NAME_grow(1_8)
  NAME_top%used = NAME_top%used + 1
  NAME_top%values(NAME_top%used) = value
end subroutine push_NAME

subroutine pop_NAME(value)
  TYPE, intent(inout) :: value

  value = NAME_top%values(NAME_top%used)
  NAME_top%used = NAME_top%used - 1
  if (NAME_top%used == 0) call NAME_shrink()
end subroutine pop_NAME

subroutine NAME_copy(from, to, count) ! which lie apart: sections of what pointers lead to may not, for all compilers know
  integer, intent(in) :: count
  TYPE, intent(in) :: from(count)
  TYPE, intent(inout) :: to(count)

  to = from
end subroutine NAME_copy

subroutine push_NAME_array(values, count)
  integer, intent(in) :: count
  TYPE, intent(in) :: values(count)

  if (count == 0) return
  if (.not. associated(NAME_top)) call NAME_grow(int(count, 8))
  if (size(NAME_top%values, kind=8) - NAME_top%used < count) call NAME_grow(int(count, 8))
  call NAME_copy(values, NAME_top%values(NAME_top%used + 1), count)
  NAME_top%used = NAME_top%used + count
end subroutine push_NAME_array

subroutine pop_NAME_array(values, count)
  integer, intent(in) :: count
  TYPE, intent(inout) :: values(count)

  if (count == 0) return
  NAME_top%used = NAME_top%used - count
  call NAME_copy(NAME_top%values(NAME_top%used + 1), values, count)
  if (NAME_top%used == 0) call NAME_shrink()
end subroutine pop_NAME_array

subroutine push_NAME_pointer(value)
  POINTEE, pointer, intent(in) :: valueSHAPE

  if (.not. associated(NAME_top)) call NAME_grow(1_8)
  if (NAME_top%used == size(NAME_top%values, kind=8)) call NAME_grow(1_8)
  NAME_top%used = NAME_top%used + 1
  NAME_top%values(NAME_top%used)%at => value
end subroutine push_NAME_pointer

subroutine pop_NAME_pointer(value)
  POINTEE, pointer, intent(inout) :: valueSHAPE

  value => NAME_top%values(NAME_top%used)%at
  NAME_top%used = NAME_top%used - 1
  if (NAME_top%used == 0) call NAME_shrink()
end subroutine pop_NAME_pointer

subroutine reserve_NAME(room, first, count)
  TYPE, pointer, contiguous, intent(out) :: room(:)
  integer(8), intent(in) :: first, count
  integer(8) :: values

  values = max(count, 1_8)
  if (.not. associated(NAME_top)) call NAME_grow(values)
  if (size(NAME_top%values, kind=8) - NAME_top%used < values) call NAME_grow(values)
  room(first:) => NAME_top%values(NAME_top%used + 1:NAME_top%used + values)
  NAME_top%used = NAME_top%used + values
end subroutine reserve_NAME

subroutine release_NAME(room)
  TYPE, pointer, contiguous, intent(in) :: room(:)

  NAME_top%used = NAME_top%used - size(room, kind=8)
  if (NAME_top%used == 0) call NAME_shrink()
end subroutine release_NAME

subroutine disk_push_NAME(value)
  TYPE, intent(in) :: value

  call disk_open()
  write (disk, pos=disk_end) value
  disk_end = disk_end + storage_size(value)/8
end subroutine disk_push_NAME

subroutine disk_pop_NAME(value)
  TYPE, intent(inout) :: value

  disk_end = disk_end - storage_size(value)/8
  read (disk, pos=disk_end) value
  if (disk_end == 1) call disk_close()
end subroutine disk_pop_NAME

subroutine disk_push_NAME_array(values, count)
  integer, intent(in) :: count
  TYPE, intent(in) :: values(count)

  if (count == 0) return
  call disk_open()
  write (disk, pos=disk_end) values
  disk_end = disk_end + storage_size(values, 8)/8*count
end subroutine disk_push_NAME_array

subroutine disk_pop_NAME_array(values, count)
  integer, intent(in) :: count
  TYPE, intent(inout) :: values(count)

  if (count == 0) return
  disk_end = disk_end - storage_size(values, 8)/8*count
  read (disk, pos=disk_end) values
  if (disk_end == 1) call disk_close()
end subroutine disk_pop_NAME_array

subroutine disk_open()
  if (disk_end == 1) open (newunit=disk, access="stream", form="unformatted", status="scratch")
end subroutine disk_open

subroutine disk_close()
  close (disk)
end subroutine disk_close
