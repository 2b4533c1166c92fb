;; The scan of a vector index: the dot products of one query with many rows of bytes, four rows at a time. The four lie
;; interleaved, eight bytes of each in turn, so that memory is read from the first byte to the last: twice as fast as in
;; four places at once.
;; scripts/assemble-kernel.mjs makes kernel-bytes.ts of this. It knows the few instructions that stand here, one per line.
(module
  (import "bulkhead" "memory" (memory 1))
  ;; Scores rows: the dot product of each with the query, times its scale. Writes the scores of every group of four in which
  ;; one is not below `least`, and the group's number; answers how many groups that were.
  ;;   query   16-bit numbers, `stride` of them
  ;;   stride  numbers of a row; a multiple of 8
  ;;   scales  a float for each row
  ;;   rows    signed bytes, four rows interleaved
  ;;   count   number of rows; a multiple of 4
  ;;   least   a score that is not a number is below it
  ;;   scores  where the floats go, four for each group
  ;;   groups  where the numbers of the groups go
  (func (export "scan")
    (param $query i32) (param $stride i32) (param $scales i32) (param $rows i32) (param $count i32)
    (param $least f32) (param $scores i32) (param $groups i32) (result i32)
    (local $at i32) (local $queryEnd i32) (local $group i32) (local $found i32)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128) (local $part v128)
    (local $limit v128)

    local.get $count
    i32.eqz
    if
      i32.const 0
      return
    end
    local.get $query
    local.get $stride
    i32.const 1
    i32.shl
    i32.add
    local.set $queryEnd
    local.get $least
    f32x4.splat
    local.set $limit

    loop $fourRows
      v128.const i32x4 0 0 0 0
      local.tee $sum0
      local.tee $sum1
      local.tee $sum2
      local.set $sum3
      local.get $query
      local.set $at

      loop $eightNumbers
        local.get $at
        v128.load align=4
        local.set $part
        local.get $rows
        v128.load8x8_s align=8
        local.get $part
        i32x4.dot_i16x8_s
        local.get $sum0
        i32x4.add
        local.set $sum0
        local.get $rows
        v128.load8x8_s offset=8 align=8
        local.get $part
        i32x4.dot_i16x8_s
        local.get $sum1
        i32x4.add
        local.set $sum1
        local.get $rows
        v128.load8x8_s offset=16 align=8
        local.get $part
        i32x4.dot_i16x8_s
        local.get $sum2
        i32x4.add
        local.set $sum2
        local.get $rows
        v128.load8x8_s offset=24 align=8
        local.get $part
        i32x4.dot_i16x8_s
        local.get $sum3
        i32x4.add
        local.set $sum3
        local.get $rows
        i32.const 32
        i32.add
        local.set $rows
        local.get $at
        i32.const 16
        i32.add
        local.tee $at
        local.get $queryEnd
        i32.lt_u
        br_if $eightNumbers
      end

      ;; Four times four partial sums become one vector of four sums.
      local.get $sum0
      local.get $sum1
      i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
      local.get $sum0
      local.get $sum1
      i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
      i32x4.add
      local.tee $sum0
      local.get $sum2
      local.get $sum3
      i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
      local.get $sum2
      local.get $sum3
      i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
      i32x4.add
      local.tee $sum1
      i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
      local.get $sum0
      local.get $sum1
      i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
      i32x4.add
      f32x4.convert_i32x4_s
      local.get $scales
      v128.load align=4
      f32x4.mul
      local.tee $sum0
      local.get $limit
      f32x4.ge
      v128.any_true
      if
        local.get $scores
        local.get $found
        i32.const 4
        i32.shl
        i32.add
        local.get $sum0
        v128.store align=4
        local.get $groups
        local.get $found
        i32.const 2
        i32.shl
        i32.add
        local.get $group
        i32.store align=4
        local.get $found
        i32.const 1
        i32.add
        local.set $found
      end

      local.get $scales
      i32.const 16
      i32.add
      local.set $scales
      local.get $group
      i32.const 1
      i32.add
      local.tee $group
      i32.const 2
      i32.shl
      local.get $count
      i32.lt_u
      br_if $fourRows
    end
    local.get $found
  )
)
