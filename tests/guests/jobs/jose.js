import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';

/** Issues a token, checks it, and refuses one that has expired or was changed. */
export default async function run() {
  const secret = new TextEncoder().encode('a secret of at least thirty-two b');
  const now = 1_700_000_000;
  const token = await new SignJWT({ 角色: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setIssuer('me')
    .setExpirationTime(now + 60)
    .sign(secret);
  const at = (seconds) => ({ currentDate: new Date(seconds * 1000), issuer: 'me' });
  const refused = (promise) =>
    promise.then(
      () => 'accepted',
      ({ code, claim }) => [code, claim],
    );
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signed = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  const jwk = await exportJWK(publicKey);
  const sealed = await new CompactEncrypt(new TextEncoder().encode('信'))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(secret.slice(0, 32));
  return {
    token,
    payload: (await jwtVerify(token, secret, at(now + 10))).payload,
    expired: await refused(jwtVerify(token, secret, at(now + 100))),
    changed: await refused(jwtVerify(`${token.slice(0, -2)}xx`, secret, at(now))),
    key: [jwk.kty, jwk.crv, (await jwtVerify(signed, await importJWK(jwk, 'ES256'))).payload],
    opened: new TextDecoder().decode((await compactDecrypt(sealed, secret.slice(0, 32))).plaintext),
  };
}
