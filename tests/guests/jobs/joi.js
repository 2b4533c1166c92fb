import Joi from 'joi';

/** Checks an order with rules between its fields. */
export default function run() {
  const schema = Joi.object({
    buyer: Joi.string().trim().min(2).required(),
    mail: Joi.string().email({ tlds: { allow: false } }),
    phone: Joi.string().pattern(/^1\d{10}$/, 'mobile'),
    from: Joi.date().iso(),
    until: Joi.date().iso().greater(Joi.ref('from')),
    items: Joi.array()
      .items(Joi.object({ sku: Joi.string().guid(), n: Joi.number().integer().min(1).default(1) }))
      .min(1),
    total: Joi.when('items', { is: Joi.exist(), then: Joi.number().required(), otherwise: Joi.forbidden() }),
  }).or('mail', 'phone');
  const inputs = [
    { buyer: ' 李雷 ', phone: '13800138000', items: [{ sku: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' }], total: '12.5' },
    { buyer: 'x', mail: 'not mail', from: '2024-03-02', until: '2024-03-01', items: [{ n: 0 }] },
    { buyer: 'Ann', total: 1 },
  ];
  return inputs.map((input) => {
    const { value, error } = schema.validate(input, { abortEarly: false });
    return error ? error.details.map(({ message, path, type }) => [message, path, type]) : value;
  });
}
