import type { Specimen } from "./specimen";

/** The partner that the demo shows, and the people of it. Nobody here exists; the addresses cannot receive mail. */
export const OWNER_EMAIL = "owner@northlight.example.com";
export const CUSTODIAN_EMAIL = "custodian@example.com";
export const PARTNER_NAME = "Northlight";

/** Where a creator of the demo has got to. */
export type Stage = "verified" | "deactivated" | "waiting" | "rejected" | "begun" | "invited";

export type Creator = { externalUserId: string; email: string; stage: Stage; specimen: Specimen };

export const CREATORS: readonly Creator[] = [
  creator("nl-1001", "Ada Lindqvist", "verified", "1991-08-14", ["#e7c3a4", "#b58a4a", "#6a4c6d"]),
  creator("nl-1002", "Jonah Reyes", "verified", "1988-02-03", ["#b98a62", "#241c17", "#3d5a4a"]),
  creator("nl-1003", "Priya Nair", "deactivated", "1994-11-22", ["#a87550", "#1d1613", "#7d4a3a"]),
  creator("nl-1004", "Mira Solano", "waiting", "1996-03-27", ["#d9a684", "#3a2a20", "#41656b"]),
  creator("nl-1005", "Theo Marchetti", "waiting", "1999-06-09", ["#e3b898", "#5a3d28", "#394a6b"]),
  creator("nl-1006", "Lena Fischer", "rejected", "1993-01-18", ["#edcdb4", "#8a3f24", "#55603a"]),
  creator("nl-1007", "Sam Okafor", "begun", "1997-09-30", ["#7a4f36", "#15110f", "#8a6a2f"]),
  creator("nl-1008", "Yuki Tanaka", "invited", "2000-12-05", ["#e8c6a6", "#1a1817", "#7b5566"]),
];

function creator(
  externalUserId: string,
  legalName: string,
  stage: Stage,
  birthDate: string,
  [skin, hair, shirt]: [string, string, string],
): Creator {
  const number = externalUserId.slice(-4);
  return {
    externalUserId,
    email: `${legalName.split(" ")[0]?.toLowerCase()}@creators.example.com`,
    stage,
    specimen: {
      legalName,
      birthDate,
      documentNumber: `X48${number}5`,
      documentExpiry: "2033-06-30",
      skin,
      hair,
      shirt,
    },
  };
}
