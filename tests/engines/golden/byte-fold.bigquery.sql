SELECT
  `t1`.`d0`,
  `t1`.`d1`,
  COUNT(*) AS `n`,
  CAST(CAST(SUM(`t1`.`k0`) AS NUMERIC) AS INT64) AS `s0`,
  COUNT(`t1`.`k0`) AS `known0`,
  MIN(`t1`.`k0`) AS `least0`,
  MAX(`t1`.`k0`) AS `most0`
FROM (
  SELECT
    `t0`.`region` AS `d0`,
    `t0`.`sex` AS `d1`,
    `t0`.`rkey` AS `k0`
  FROM `people` AS `t0`
  WHERE
    CAST(`t0`.`age` AS NUMERIC) >= CAST('16' AS NUMERIC)
    AND COALESCE(`t0`.`region`, '') <> 'X'
) AS `t1`
GROUP BY
  1,
  2;

SELECT
  `t21`.`d0`,
  `t21`.`d1`,
  `t21`.`summed`,
  `t21`.`n`,
  `t21`.`k`,
  `t5`.`noise`
FROM (
  SELECT
    `t19`.*
    EXCEPT (`for_count`)
  FROM (
    SELECT
      `t18`.`d0`,
      `t18`.`d1`,
      `t18`.`summed`,
      `t18`.`n`,
      `t18`.`k`,
      `t18`.`of_count`,
      `t18`.`bucket`,
      `t3`.`for_count`,
      `t3`.`row_number`
    FROM (
      SELECT
        `t16`.`d0`,
        `t16`.`d1`,
        `t16`.`summed`,
        `t16`.`n`,
        `t16`.`k`,
        CASE
          WHEN `t16`.`n` < 1
          THEN CAST(NULL AS INT64)
          WHEN `t16`.`n` <= 4
          THEN `t16`.`n`
          ELSE (
            MOD(`t16`.`n` - 3, 2)
          ) + 3
        END AS `of_count`,
        `t16`.`k` - (
          MOD(`t16`.`k`, 1)
        ) AS `bucket`
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *
          FROM (
            SELECT
              `t6`.`d0`,
              `t6`.`d1`,
              0 AS `summed`,
              `t6`.`n`,
              (
                (
                  (
                    MOD(`t6`.`s0`, 4294967296)
                  ) >> 0
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t6`.`s0`, 4294967296)
                  ) >> 8
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t6`.`s0`, 4294967296)
                  ) >> 16
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t6`.`s0`, 4294967296)
                  ) >> 24
                ) & 255
              ) AS `k`
            FROM (
              SELECT
                `t2`.`d0`,
                `t2`.`d1`,
                CAST(CAST(SUM(`t2`.`n`) AS NUMERIC) AS INT64) AS `n`,
                CAST(CAST(SUM(`t2`.`s0`) AS NUMERIC) AS INT64) AS `s0`
              FROM `finest` AS `t2`
              GROUP BY
                1,
                2
            ) AS `t6`
          ) AS `t10`
          UNION ALL
          SELECT
            *
          FROM (
            SELECT
              `t7`.`d0`,
              CAST(NULL AS STRING) AS `d1`,
              1 AS `summed`,
              `t7`.`n`,
              (
                (
                  (
                    MOD(`t7`.`s0`, 4294967296)
                  ) >> 0
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t7`.`s0`, 4294967296)
                  ) >> 8
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t7`.`s0`, 4294967296)
                  ) >> 16
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t7`.`s0`, 4294967296)
                  ) >> 24
                ) & 255
              ) AS `k`
            FROM (
              SELECT
                `t2`.`d0`,
                CAST(CAST(SUM(`t2`.`n`) AS NUMERIC) AS INT64) AS `n`,
                CAST(CAST(SUM(`t2`.`s0`) AS NUMERIC) AS INT64) AS `s0`
              FROM `finest` AS `t2`
              GROUP BY
                1
            ) AS `t7`
          ) AS `t11`
        ) AS `t14`
        UNION ALL
        SELECT
          *
        FROM (
          SELECT
            *
          FROM (
            SELECT
              CAST(NULL AS STRING) AS `d0`,
              `t8`.`d1`,
              2 AS `summed`,
              `t8`.`n`,
              (
                (
                  (
                    MOD(`t8`.`s0`, 4294967296)
                  ) >> 0
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t8`.`s0`, 4294967296)
                  ) >> 8
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t8`.`s0`, 4294967296)
                  ) >> 16
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t8`.`s0`, 4294967296)
                  ) >> 24
                ) & 255
              ) AS `k`
            FROM (
              SELECT
                `t2`.`d1`,
                CAST(CAST(SUM(`t2`.`n`) AS NUMERIC) AS INT64) AS `n`,
                CAST(CAST(SUM(`t2`.`s0`) AS NUMERIC) AS INT64) AS `s0`
              FROM `finest` AS `t2`
              GROUP BY
                1
            ) AS `t8`
          ) AS `t12`
          UNION ALL
          SELECT
            *
          FROM (
            SELECT
              CAST(NULL AS STRING) AS `d0`,
              CAST(NULL AS STRING) AS `d1`,
              3 AS `summed`,
              `t9`.`n`,
              (
                (
                  (
                    MOD(`t9`.`s0`, 4294967296)
                  ) >> 0
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t9`.`s0`, 4294967296)
                  ) >> 8
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t9`.`s0`, 4294967296)
                  ) >> 16
                ) & 255
              ) ^ (
                (
                  (
                    MOD(`t9`.`s0`, 4294967296)
                  ) >> 24
                ) & 255
              ) AS `k`
            FROM (
              SELECT
                CAST(CAST(SUM(`t2`.`n`) AS NUMERIC) AS INT64) AS `n`,
                CAST(CAST(SUM(`t2`.`s0`) AS NUMERIC) AS INT64) AS `s0`
              FROM `finest` AS `t2`
            ) AS `t9`
          ) AS `t13`
        ) AS `t15`
      ) AS `t16`
    ) AS `t18`
    LEFT OUTER JOIN `table_rows` AS `t3`
      ON `t18`.`of_count` = `t3`.`for_count`
  ) AS `t19`
) AS `t21`
LEFT OUTER JOIN (
  SELECT
    `t0`.`first_key`,
    `t0`.`last_key`,
    `t0`.`noise`,
    `t0`.`row_number` AS `range_row`,
    `t0`.`bucket` AS `range_bucket`
  FROM `key_ranges` AS `t0`
) AS `t5`
  ON `t21`.`row_number` = `t5`.`range_row`
  AND `t21`.`bucket` = `t5`.`range_bucket`
  AND `t21`.`k` >= `t5`.`first_key`
  AND `t21`.`k` <= `t5`.`last_key`;
