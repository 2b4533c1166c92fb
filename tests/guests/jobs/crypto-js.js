import CryptoJS from 'crypto-js';

/** Signs a request and opens an old secret. */
export default function run() {
  const key = CryptoJS.enc.Utf8.parse('0123456789abcdef0123456789abcdef');
  const iv = CryptoJS.enc.Hex.parse('000102030405060708090a0b0c0d0e0f');
  const sealed = CryptoJS.AES.encrypt('秘密 message', key, { iv });
  const wrong = CryptoJS.AES.decrypt(sealed.toString(), CryptoJS.enc.Utf8.parse('0'.repeat(32)), { iv });
  const random = CryptoJS.lib.WordArray.random(16);
  return {
    md5: CryptoJS.MD5('你好').toString(),
    sha3: CryptoJS.SHA3('你好', { outputLength: 256 }).toString(CryptoJS.enc.Base64),
    hmac: CryptoJS.HmacSHA256('GET /a?b=1', 'key').toString(),
    sealed: sealed.toString(),
    opened: CryptoJS.AES.decrypt(sealed.toString(), key, { iv }).toString(CryptoJS.enc.Utf8),
    wrong: wrong.sigBytes <= 16,
    derived: CryptoJS.PBKDF2('密码', 'salt', { keySize: 8, iterations: 200 }).toString(),
    random: [random.sigBytes, random.toString().length],
    stepwise: CryptoJS.algo.SHA256.create().update('a').update('b').finalize().toString(CryptoJS.enc.Base64url),
  };
}
