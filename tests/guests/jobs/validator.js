import validator from 'validator';

/** Checks a form: addresses, numbers, texts. */
export default function run() {
  const check = (name, values, ...more) => values.map((value) => validator[name](value, ...more));
  return {
    mail: check('isEmail', ['a.b+c@example.co.uk', '用户@例子.中国', 'a@b', '"q q"@example.com']),
    url: check('isURL', ['https://例子.测试/路径?a=1#b', 'ftp://x', 'javascript:alert(1)', 'example.com:8080/x']),
    phone: check('isMobilePhone', ['13800138000', '+8613800138000', '12345'], 'zh-CN'),
    card: check('isCreditCard', ['4111 1111 1111 1111', '4111 1111 1111 1112']),
    iban: check('isIBAN', ['DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 01']),
    id: check('isIdentityCard', ['11010519491231002X', '110105194912310021'], 'zh-CN'),
    ip: check('isIP', ['::1', '127.0.0.1', '256.1.1.1']),
    date: check('isISO8601', ['2024-02-29', '2023-02-29', '2024-W09-4'], { strict: true }),
    clean: [
      validator.escape('<a href="x">&</a>'),
      validator.normalizeEmail('Some.Name+tag@GMail.com'),
      validator.whitelist('a1b2', 'ab'),
    ],
    length: validator.isLength('👨‍👩‍👧家', { max: 6 }),
  };
}
