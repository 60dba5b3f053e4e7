/** The fields of the form that provisions a creator: those of the API's call, in its order, and what is said of mistakes. */
export const PROVISION_FIELDS = [
  {
    name: "externalUserId",
    missing: "Enter your own id of this creator.",
    wrong: "Your user id may have 450 characters, and no line breaks.",
  },
  {
    name: "email",
    missing: "Enter the creator’s email address.",
    wrong: "This is not an email address. It looks like name@example.com.",
  },
  { name: "firstName", missing: "", wrong: "This first name cannot be kept." },
  { name: "lastName", missing: "", wrong: "This last name cannot be kept." },
  {
    name: "callbackUrl",
    missing: "Enter a URL. It is kept for your own reference.",
    wrong: "This is not a URL. It begins with https:// and carries no password.",
  },
  {
    name: "redirectUrl",
    missing: "",
    wrong: "This is not a URL. It begins with https:// and carries no password.",
  },
] as const;

export type ProvisionField = (typeof PROVISION_FIELDS)[number]["name"];
