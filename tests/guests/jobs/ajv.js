import Ajv from 'ajv';

/** Checks the arguments of a tool by its JSON Schema, with a keyword of its own. */
export default function run() {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true });
  ajv.addKeyword({ keyword: 'isEven', type: 'number', validate: (wanted, value) => (value % 2 === 0) === wanted });
  ajv.addFormat('han', /^\p{Script=Han}+$/u);
  const validate = ajv.compile({
    $defs: {
      node: {
        type: 'object',
        properties: {
          name: { type: 'string', format: 'han' },
          children: { type: 'array', items: { $ref: '#/$defs/node' } },
        },
        required: ['name'],
      },
    },
    type: 'object',
    properties: {
      count: { type: 'integer', isEven: true, maximum: 10 },
      mode: { enum: ['fast', 'slow'], default: 'fast' },
      tree: { $ref: '#/$defs/node' },
      list: { type: 'array', uniqueItems: true, contains: { const: 3 } },
    },
    if: { properties: { mode: { const: 'slow' } } },
    then: { required: ['count'] },
    additionalProperties: false,
  });
  const inputs = [
    { count: '4', tree: { name: '根', children: [{ name: '叶' }] }, list: [1, 3] },
    { count: 13, mode: 'slow', tree: { name: '根', children: [{ name: 'leaf' }, {}] }, list: [1, 1], other: 1 },
    { mode: 'slow' },
  ];
  return inputs.map((input) => ({
    valid: validate(input),
    input,
    errors: validate.errors && ajv.errorsText(validate.errors),
  }));
}
