import Papa from 'papaparse';

/** Reads the export of a spreadsheet, corrects a column and writes it for another program. */
export default function run() {
  const csv =
    '名称,数量,价格,备注\r\n"苹果, 红",12,3.50,"又""甜""又脆"\r\n梨,,2.25,\r\n"多行\r\n名称",7,-1e2,true\r\n坏行,1\r\n';
  const { data, errors, meta } = Papa.parse(csv, { header: true, dynamicTyping: true, skipEmptyLines: true });
  const steps = [];
  Papa.parse('a\tb\n1\t2\n3\t4', { step: ({ data: row }) => void steps.push(row), delimiter: '' });
  const corrected = data.map((row) => ({ ...row, 数量: row.数量 ?? 0 }));
  return {
    data,
    errors,
    fields: meta.fields,
    steps,
    written: Papa.unparse(corrected, { delimiter: ';', quotes: [true, false, false, true], escapeFormulae: true }),
  };
}
