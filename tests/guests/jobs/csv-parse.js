import { parse } from 'csv-parse/sync';

/** Reads the bank's statement: comments, an own delimiter, typed columns. */
export default function run() {
  const text =
    '\ufeff# 账单 2024\nDatum;Betrag;Zweck\n01.03.2024;-1.234,50;"Miete; März"\n02.03.2024;99,00;"线上""购物"""\n;;\n';
  const rows = parse(text, {
    bom: true,
    comment: '#',
    delimiter: ';',
    columns: (names) => names.map((name) => name.toLowerCase()),
    skip_records_with_empty_values: true,
    cast: (value, { column }) => (column === 'betrag' ? Number(value.replaceAll('.', '').replace(',', '.')) : value),
    info: true,
  });
  let refused;
  try {
    parse('a,b\n1,2,3\n');
  } catch (error) {
    refused = { code: error.code, message: error.message, column: error.column };
  }
  return { rows: rows.map(({ record, info }) => [record, info.lines]), refused };
}
