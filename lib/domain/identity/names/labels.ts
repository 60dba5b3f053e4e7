/** What a verified person reads who signs with a name that isn't theirs. It never says the verified name. */
export const NAME_DIFFERS = "Sign with your own name, as on your ID, or add the name you use.";
