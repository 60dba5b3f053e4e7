import type { PeerPerson, Thing } from "@/peers/stripe/account";
import { boolean, listOf, metadata, object, oneOf, type Route, text, url } from "./fields";

// Like Stripe, it returns verified data only if the call expands it by name.

const REPORT = "last_verification_report";
const documentOptions = object({
  require_matching_selfie: boolean,
  require_live_capture: boolean,
  require_id_number: boolean,
  allowed_types: listOf(oneOf("driving_license", "id_card", "passport")),
});

export const identityRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/identity\/verification_sessions$/,
    takes: object(
      {
        type: oneOf("document", "id_number"),
        metadata,
        client_reference_id: text,
        return_url: url,
        options: object({ document: documentOptions }),
      },
      ["type"],
    ),
    run: ({ account, fields }) =>
      present(
        account.address(
          account.add("vs", "identity.verification_session", {
            status: "requires_input",
            metadata: fields.metadata ?? {},
            return_url: fields.return_url ?? null,
            last_error: null,
            _person: null,
          }),
        ),
        new Set(),
      ),
  },
  {
    method: "GET",
    path: /^\/v1\/identity\/verification_sessions\/(vs_\w+)$/,
    takes: object({ expand: listOf(text) }),
    expands: [
      ...["verified_outputs", "verified_outputs.dob", "verified_outputs.id_number", REPORT],
      ...["number", "expiration_date", "dob"].map((name) => `${REPORT}.document.${name}`),
    ],
    run: ({ account, id, expand }) => present(account.get("identity.verification_session", id), expand),
  },
];

function present(
  { id, status, metadata: about, last_error: error, ...session }: Thing,
  expand: ReadonlySet<string>,
): object {
  const person = session._person as PeerPerson | null;
  const report = `vr_${id.slice(3)}`;
  return {
    id,
    object: "identity.verification_session",
    status,
    type: "document",
    livemode: false,
    created: session.created,
    metadata: about,
    last_error: error,
    client_secret: null,
    url: status === "requires_input" ? session.url : null,
    [REPORT]: !person
      ? null
      : expand.has(REPORT)
        ? { id: report, object: "identity.verification_report", document: documentOf(person, expand) }
        : report,
    ...(person && expand.has("verified_outputs") ? { verified_outputs: outputsOf(person, expand) } : {}),
  };
}

const outputsOf = ({ first_name, last_name, dob }: PeerPerson, expand: ReadonlySet<string>) => ({
  first_name,
  last_name,
  address: null,
  ...(expand.has("verified_outputs.dob") ? { dob } : {}),
});

function documentOf({ first_name, last_name, document }: PeerPerson, expand: ReadonlySet<string>): object {
  const { type, issuing_country, number, expiration_date } = document;
  return {
    status: "verified",
    type,
    issuing_country,
    first_name,
    last_name,
    ...(expand.has(`${REPORT}.document.number`) ? { number } : {}),
    ...(expand.has(`${REPORT}.document.expiration_date`) ? { expiration_date } : {}),
  };
}
