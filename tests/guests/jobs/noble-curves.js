import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';

/** Signs a message, checks it, and agrees on a key. */
export default function run() {
  const message = new TextEncoder().encode('转账 100 元');
  const secret = hexToBytes('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
  const other = hexToBytes('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  const signed = ed25519.sign(message, secret);
  const coin = secp256k1.sign(message, secret);
  return {
    ed25519: bytesToHex(signed),
    valid: ed25519.verify(signed, message, ed25519.getPublicKey(secret)),
    forged: ed25519.verify(signed, message.slice(1), ed25519.getPublicKey(secret)),
    secp256k1: bytesToHex(coin),
    coinValid: secp256k1.verify(coin, message, secp256k1.getPublicKey(secret)),
    shared: bytesToHex(x25519.getSharedSecret(secret, x25519.getPublicKey(other))),
    p256: bytesToHex(p256.getSharedSecret(secret, p256.getPublicKey(other))),
    fresh: ed25519.keygen().publicKey.length,
  };
}
