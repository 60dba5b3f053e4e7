export { certificateKeyColumn, readKeySet } from "./certificate-keys";
export { listCertificateKeys, rotateCertificateKey } from "./rotate-key";
