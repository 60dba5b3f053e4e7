import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import {
  type BaseBlock,
  Constructed,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
} from "asn1js";
import forge from "node-forge";
import * as pkijs from "pkijs";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";

/** A certificate with its key. */
type Issued = { certificate: pkijs.Certificate; der: Buffer<ArrayBuffer>; key: KeyObject };

type Subject = { name: string; issuer?: Issued; serial: number; extensions: readonly pkijs.Extension[] };

const OID = {
  commonName: "2.5.4.3",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha256Rsa: "1.2.840.113549.1.1.11",
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  extendedKeyUsage: "2.5.29.37",
  distribution: "2.5.29.31",
  access: "1.3.6.1.5.5.7.1.1",
  accessIssuer: "1.3.6.1.5.5.7.48.2",
  accessOcsp: "1.3.6.1.5.5.7.48.1",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificate: "1.2.840.113549.1.9.16.2.47",
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  signedData: "1.2.840.113549.1.7.2",
  ocspSigning: "1.3.6.1.5.5.7.3.9",
  ocspBasic: "1.3.6.1.5.5.7.48.1.1",
} as const;

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: plain(bytes) });
const derOf = (block: BaseBlock): Buffer<ArrayBuffer> => Buffer.from(block.toBER());
const sha256 = () => new pkijs.AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new Null() });
const sha256Rsa = () => new pkijs.AlgorithmIdentifier({ algorithmId: OID.sha256Rsa, algorithmParams: new Null() });
const extension = (extnID: string, value: BaseBlock, critical = false) =>
  new pkijs.Extension({ extnID, critical, extnValue: value.toBER() });

const webKey = (key: KeyObject) =>
  crypto.subtle.importKey(
    "pkcs8",
    plain(key.export({ format: "der", type: "pkcs8" })),
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    false,
    ["sign"],
  );

async function issue({ name, issuer, serial, extensions }: Subject): Promise<Issued> {
  const { privateKey: key, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const certificate = new pkijs.Certificate({ version: 2, serialNumber: new Integer({ value: serial }) });
  const named = new pkijs.AttributeTypeAndValue({ type: OID.commonName, value: new Utf8String({ value: name }) });
  certificate.subject.typesAndValues.push(named);
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore.value = new Date(Date.now() - DAY_MS);
  certificate.notAfter.value = new Date(Date.now() + 30 * DAY_MS);
  certificate.subjectPublicKeyInfo = pkijs.PublicKeyInfo.fromBER(
    plain(publicKey.export({ format: "der", type: "spki" })),
  );
  certificate.extensions = [...extensions];
  await certificate.sign(await webKey(issuer?.key ?? key), "SHA-256");
  return { certificate, der: derOf(certificate.toSchema()), key };
}

const certificateAuthority = () =>
  issue({
    name: "Test authority",
    serial: 1,
    extensions: [
      extension(OID.basicConstraints, new pkijs.BasicConstraints({ cA: true }).toSchema(), true),
      // keyCertSign and cRLSign.
      new pkijs.Extension({
        extnID: OID.keyUsage,
        critical: true,
        extnValue: plain(Buffer.from("03020106", "hex")).buffer,
      }),
    ],
  });

const addressOf = (url: string) => new pkijs.GeneralName({ type: 6, value: url });
const listAt = (url: string) =>
  extension(
    OID.distribution,
    new pkijs.CRLDistributionPoints({
      distributionPoints: [new pkijs.DistributionPoint({ distributionPoint: [addressOf(url)] })],
    }).toSchema(),
  );
const accessAt = (url: string) =>
  extension(
    OID.access,
    new pkijs.InfoAccess({
      accessDescriptions: [
        new pkijs.AccessDescription({ accessMethod: OID.accessOcsp, accessLocation: addressOf(`${url}/ocsp`) }),
        new pkijs.AccessDescription({ accessMethod: OID.accessIssuer, accessLocation: addressOf(`${url}/issuer`) }),
      ],
    }).toSchema(),
  );

/** What an authority does wrong. */
export type Fault = "silent" | "refuses" | "other nonce" | "other hash" | "other key" | "no purpose" | "too long";

type Stamping = { tsa: Issued; ca: Issued; fault: Fault | undefined };

/** A token over a request, as `openssl ts` and PDF readers accept it. */
async function stamp(request: pkijs.TimeStampReq, { tsa, ca, fault }: Stamping) {
  const { messageImprint, nonce } = request;
  const hash = Buffer.from(messageImprint.hashedMessage.getValue());
  if (fault === "other hash") hash.writeUInt8(hash.readUInt8() ^ 1);
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: "1.2.3.4.1",
    messageImprint: new pkijs.MessageImprint({ hashAlgorithm: sha256(), hashedMessage: octets(hash) }),
    serialNumber: new Integer({ value: 7 }),
    genTime: new Date(),
    ...(nonce && { nonce: fault === "other nonce" ? new Integer({ value: 99 }) : nonce }),
  });
  const content = derOf(info.toSchema());
  const certId = new Sequence({
    value: [new Sequence({ value: [new Sequence({ value: [octets(digest(tsa.der))] })] })],
  });
  const attributes = [
    new pkijs.Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.tstInfo })] }),
    new pkijs.Attribute({ type: OID.messageDigest, values: [octets(digest(content))] }),
    new pkijs.Attribute({ type: OID.signingCertificate, values: [certId] }),
  ];
  const signedAttrs = new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes });
  const signed = derOf(signedAttrs.toSchema());
  signed.writeUInt8(0x31);
  const key = fault === "other key" ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey : tsa.key;
  const { issuer, serialNumber } = tsa.certificate;
  const data = new pkijs.SignedData({
    version: 3,
    digestAlgorithms: [sha256()],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: OID.tstInfo, eContent: octets(content) }),
    // In another order than that of the chain.
    certificates: [ca.certificate, tsa.certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
        digestAlgorithm: sha256(),
        signedAttrs,
        signatureAlgorithm: sha256Rsa(),
        signature: octets(sign("sha256", signed, key)),
      }),
    ],
  });
  return new pkijs.ContentInfo({ contentType: OID.signedData, content: data.toSchema(true) });
}

async function answerTo(body: Buffer, { tsa, ca, fault }: Stamping): Promise<Buffer> {
  if (fault === "too long") return Buffer.alloc(100_000);
  const timeStampToken = await stamp(pkijs.TimeStampReq.fromBER(plain(body)), { tsa, ca, fault });
  const status = new pkijs.PKIStatusInfo({ status: fault === "refuses" ? 2 : 0 });
  const answer = new pkijs.TimeStampResp({ status, ...(fault !== "refuses" && { timeStampToken }) });
  return derOf(answer.toSchema());
}

/** What an authority says of a certificate that it issued. A stranger is somebody else to whom it issued one. */
export type Says =
  | "it is good"
  | "it is good, by a responder"
  | "nothing"
  | "it is revoked"
  | "it was good"
  | "it is good, by a stranger";

type Saying = { says: Says; ca: Issued; responder: Issued; stranger: Issued };

const signerOf = ({ says, ca, responder, stranger }: Saying): Issued =>
  says.endsWith("stranger") ? stranger : says.endsWith("responder") ? responder : ca;
const nextUpdate = ({ says }: Saying) => new Date(Date.now() + (says === "it was good" ? -1 : 1) * HOUR_MS);

async function listOf(saying: Saying): Promise<Buffer> {
  const { Time, RevokedCertificate } = pkijs;
  const list = new pkijs.CertificateRevocationList({
    version: 1,
    issuer: saying.ca.certificate.subject,
    thisUpdate: new Time({ type: 0, value: new Date(Date.now() - DAY_MS) }),
    nextUpdate: new Time({ type: 0, value: nextUpdate(saying) }),
    ...(saying.says === "it is revoked" && {
      revokedCertificates: [
        new RevokedCertificate({
          userCertificate: new Integer({ value: 3 }),
          revocationDate: new Time({ value: new Date() }),
        }),
      ],
    }),
  });
  await list.sign(await webKey(signerOf(saying).key), "SHA-256");
  return derOf(list.toSchema(true));
}

async function ocspAnswer(body: Buffer, saying: Saying): Promise<Buffer> {
  const [asked] = pkijs.OCSPRequest.fromBER(plain(body)).tbsRequest.requestList;
  if (!asked) throw new Error("asked for nothing");
  const { certificate, key } = signerOf(saying);
  const basic = new pkijs.BasicOCSPResponse();
  basic.tbsResponseData.responderID = certificate.subject;
  basic.tbsResponseData.producedAt = new Date();
  const one = new pkijs.SingleResponse({ certID: asked.reqCert, thisUpdate: new Date(Date.now() - DAY_MS) });
  const revoked = new Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [new GeneralizedTime({ valueDate: new Date() })],
  });
  const good = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } });
  one.certStatus = saying.says === "it is revoked" ? revoked : good;
  one.nextUpdate = nextUpdate(saying);
  basic.tbsResponseData.responses.push(one);
  await basic.sign(await webKey(key), "SHA-256");
  basic.certs = [certificate];
  const response = new pkijs.OCSPResponse();
  response.responseStatus.valueBlock.valueDec = 0;
  response.responseBytes = new pkijs.ResponseBytes({
    responseType: OID.ocspBasic,
    response: octets(derOf(basic.toSchema())),
  });
  return derOf(response.toSchema());
}

/**
 * An authority at an address of this machine: it stamps (RFC 3161), says what it revoked, and issued a PKCS#12 file to sign with. What
 * it does wrong can be changed.
 */
export async function startAuthority() {
  const state: { fault: Fault | undefined; ocsp: Says; list: Says; stamped: number; asked: string[] } = {
    ...{ fault: undefined, ocsp: "it is good", list: "it is good", stamped: 0, asked: [] },
  };
  const ca = await certificateAuthority();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const send = (bytes: Buffer) => response.end(bytes);
    state.asked.push(request.url ?? "");
    if (request.url === "/issuer") return response.writeHead(302, { Location: "/elsewhere" }).end();
    if (request.url === "/tsr") {
      if (state.fault === "silent") return response.writeHead(503).end();
      state.stamped++;
      return send(await answerTo(body, { ca, tsa: state.fault === "no purpose" ? signer : tsa, fault: state.fault }));
    }
    const says = request.url === "/ocsp" ? state.ocsp : state.list;
    const saying = { says, ca, responder, stranger: signer };
    if (says === "nothing") return response.writeHead(404).end();
    return send(request.url === "/ocsp" ? await ocspAnswer(body, saying) : await listOf(saying));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const purposes = (purpose: string) =>
    extension(OID.extendedKeyUsage, new pkijs.ExtKeyUsage({ keyPurposes: [purpose] }).toSchema(), true);
  const tsa = await issue({
    ...{ name: "Test time-stamps", issuer: ca, serial: 2 },
    extensions: [purposes(OID.timeStamping), accessAt(url)],
  });
  const responder = await issue({
    ...{ name: "Test responder", issuer: ca, serial: 4 },
    extensions: [purposes(OID.ocspSigning)],
  });
  const signer = await issue({ name: "Test signer", issuer: ca, serial: 3, extensions: [listAt(`${url}/list.crl`)] });
  const pem = (der: Buffer) => forge.pki.certificateFromAsn1(forge.asn1.fromDer(der.toString("latin1")));
  const p12 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(String(signer.key.export({ format: "pem", type: "pkcs8" }))),
    // In another order than that of the chain.
    [pem(ca.der), pem(signer.der)],
    "open",
    { algorithm: "3des" },
  );
  return {
    state,
    tsaUrl: `${url}/tsr`,
    /** The certificate of its stamps, and that of its issuer. */
    chain: [tsa.der, ca.der] as const,
    /** The root, for verifiers. */
    root: new X509Certificate(ca.der).toString(),
    p12: Buffer.from(forge.asn1.toDer(p12).getBytes(), "latin1").toString("base64"),
    passphrase: "open",
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
