/** The program in Node, in Python with PyJWT. */
export const verifyInPython = (baseUrl: string): string => `import json
import os
import sys

import jwt  # pip install "PyJWT[crypto]"

# Keeps the keys for an hour, and fetches them again when it meets a new one.
KEYS = jwt.PyJWKClient(${JSON.stringify(`${baseUrl}/.well-known/jwks.json`)}, lifespan=3600)
REVOCATIONS = os.environ.get("REVOCATIONS", "revocations.json")  # made by sync-revocations


def verify_certificate(certificate, production_id):
    """What the certificate says. Raises unless it is ours, of this production, and neither ended nor revoked."""
    claims = jwt.decode(
        certificate,
        KEYS.get_signing_key_from_jwt(certificate).key,
        algorithms=["RS256"],  # never the algorithm that the certificate names
        options={"require": ["exp", "sub", "jti"]},
    )
    if claims["sub"] != production_id:
        raise jwt.InvalidTokenError("of another production")
    with open(REVOCATIONS) as file:
        listed = json.load(file)["entries"].get(claims["jti"])
    if listed and listed["type"] == "revocation":
        raise jwt.InvalidTokenError(f"revoked: {listed['reason']}")
    return claims


if not os.path.exists(REVOCATIONS):
    sys.exit(f"not checked: {REVOCATIONS} is missing. Run sync-revocations first.")
try:
    claims = verify_certificate(sys.stdin.read().strip(), sys.argv[-1])
    print(f"valid: {claims['jti']}, {claims['performerCount']} performers, until {claims['exp']}")
except jwt.PyJWTError as error:
    sys.exit(f"not valid: {error}")`;

/** The sync in Node, in Python without packages. */
export const syncInPython = (baseUrl: string): string => `import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

LIST = ${JSON.stringify(`${baseUrl}/api/v1/productions/revoked-certificates`)}
FILE = os.environ.get("REVOCATIONS", "revocations.json")

state = {"since": None, "entries": {}}
if os.path.exists(FILE):
    with open(FILE) as file:
        state = json.load(file)

retrieved_at = cursor = None
while True:
    query = {"since": state["since"], "cursor": cursor, "limit": 200}
    url = f"{LIST}?{urlencode({name: value for name, value in query.items() if value})}"
    request = Request(url, headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
    with urlopen(request) as response:  # raises on an error
        page = json.load(response)
    for entry in page["revocations"]:
        state["entries"][entry.pop("certificateId")] = entry
    retrieved_at = retrieved_at or page["retrievedAt"]
    cursor = page["nextCursor"]
    if not cursor:
        break

# Replaced in one step, and only after the last page: a run that fails changes nothing, and the next one starts again.
with open(f"{FILE}.new", "w") as file:
    json.dump({"since": retrieved_at, "entries": state["entries"]}, file)
os.replace(f"{FILE}.new", FILE)
print(f"{len(state['entries'])} entries, retrieved at {retrieved_at}")`;
