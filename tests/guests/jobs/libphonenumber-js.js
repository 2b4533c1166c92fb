import {
  AsYouType,
  findPhoneNumbersInText,
  getCountryCallingCode,
  isValidPhoneNumber,
  parsePhoneNumberWithError,
} from 'libphonenumber-js';

/** Reads phone numbers as people write them. */
export default function run() {
  const numbers = [
    ['138 0013 8000', 'CN'],
    ['+49 (0) 30 901820', 'DE'],
    ['8 (800) 555-35-35', 'RU'],
    ['020 7946 0958', 'GB'],
  ];
  let refused = '';
  try {
    parsePhoneNumberWithError('call me', 'US');
  } catch (error) {
    refused = error.message;
  }
  const typing = new AsYouType('US');
  return {
    read: numbers.map(([text, country]) => {
      const number = parsePhoneNumberWithError(text, country);
      return [number.number, number.country, number.formatInternational(), number.formatNational(), number.getURI()];
    }),
    valid: [isValidPhoneNumber('13800138000', 'CN'), isValidPhoneNumber('99', 'CN')],
    found: findPhoneNumbersInText('电话：(213) 373-4253 或 +8613800138000。', 'US').map(({ number, startsAt }) => [
      number.number,
      startsAt,
    ]),
    typed: [...'2133734253'].map((digit) => typing.input(digit)),
    code: getCountryCallingCode('TW'),
    refused,
  };
}
