/** The program in Node, in PHP without packages. */
export const verifyInPhp = (baseUrl: string): string => `<?php

declare(strict_types=1);

const KEY_SET = ${phpText(`${baseUrl}/.well-known/jwks.json`)};

function decode(string $part): string
{
    $bytes = base64_decode(strtr($part, '-_', '+/'), true);
    return $bytes === false ? throw new UnexpectedValueException('not a certificate') : $bytes;
}

/** A DER value: its tag, its length and its bytes. */
function der(int $tag, string $bytes): string
{
    $length = strlen($bytes);
    $size = $length < 128 ? '' : ltrim(pack('N', $length), "\\0");
    return chr($tag) . ($size === '' ? chr($length) : chr(128 + strlen($size)) . $size) . $bytes;
}

/** An RSA key of the key set, in PEM. */
function pem(array $key): string
{
    $integer = fn(string $part): string => der(2, (ord(decode($part)) > 127 ? "\\0" : '') . decode($part));
    $rsa = der(48, $integer($key['n']) . $integer($key['e']));
    $info = der(48, hex2bin('300d06092a864886f70d0101010500') . der(3, "\\0" . $rsa));
    return "-----BEGIN PUBLIC KEY-----\\n" . chunk_split(base64_encode($info), 64, "\\n") . "-----END PUBLIC KEY-----\\n";
}

/** What the certificate says. Throws unless it is ours, of this production, and neither ended nor revoked. */
function verifyCertificate(string $certificate, string $productionId, array $keys, array $revocations): array
{
    if (!preg_match('/^[\\w-]+\\.[\\w-]+\\.[\\w-]+$/D', $certificate)) {
        throw new UnexpectedValueException('not a certificate');
    }
    [$header, $payload, $signature] = explode('.', $certificate);
    $named = json_decode(decode($header), true);
    // Never another algorithm, whatever the certificate names.
    if (($named['alg'] ?? null) !== 'RS256') {
        throw new UnexpectedValueException('wrong algorithm');
    }
    $key = array_column($keys, null, 'kid')[$named['kid'] ?? ''] ?? throw new UnexpectedValueException('unknown key');
    if (openssl_verify("$header.$payload", decode($signature), pem($key), OPENSSL_ALGO_SHA256) !== 1) {
        throw new UnexpectedValueException('wrong signature');
    }
    $claims = json_decode(decode($payload), true, 512, JSON_THROW_ON_ERROR);
    if ($claims['sub'] !== $productionId) {
        throw new UnexpectedValueException('of another production');
    }
    if ($claims['exp'] <= time()) {
        throw new UnexpectedValueException('ended');
    }
    $listed = $revocations[$claims['jti']] ?? null;
    if (($listed['type'] ?? null) === 'revocation') {
        throw new UnexpectedValueException("revoked: {$listed['reason']}");
    }
    return $claims;
}

$file = getenv('REVOCATIONS') ?: 'revocations.json'; // made by sync-revocations
if (!file_exists($file)) {
    fwrite(STDERR, "not checked: $file is missing. Run sync-revocations first.\\n");
    exit(1);
}
$revocations = json_decode(file_get_contents($file), true)['entries'];
$keys = json_decode(file_get_contents(KEY_SET), true)['keys']; // keep them for an hour
try {
    $certificate = trim(stream_get_contents(STDIN));
    $claims = verifyCertificate($certificate, $argv[1], $keys, $revocations);
    echo "valid: {$claims['jti']}, {$claims['performerCount']} performers, until ", date(DATE_ATOM, $claims['exp']), "\\n";
} catch (UnexpectedValueException $error) {
    fwrite(STDERR, "not valid: {$error->getMessage()}\\n");
    exit(1);
}`;

const phpText = (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
