export { type CertificateClaims, type CertificateSigner, openSigner, verifyCertificate } from "./certificate-jwt";
export { certificateKeyColumn, listCertificateKeys, readKeySet, rotateCertificateKey } from "./certificate-keys";
export { checkCertificate } from "./check-certificate";
export { insertLink } from "./documented-events";
export { ImportedCertificate, importCertificates } from "./import-certificates";
export { issueCertificate } from "./issue-certificate";
export { CERTIFICATE_STATUSES, type CertificateStatus } from "./labels";
export { listCertificates, listCertificatesOfAll } from "./list-certificates";
export { listRevocations } from "./list-revocations";
export {
  certificateEndsMail,
  certificateRevokedMail,
  productionName,
  remindProducersSchedule,
  remindProducersTask,
} from "./remind-producers";
export { certify, readRenewalStatement, renewCertificate } from "./renew-certificate";
export { revokeAllCertificates, revokeCertificate } from "./revoke-certificate";
