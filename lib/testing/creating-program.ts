import { createScene } from "@/lib/domain/scenes";
import { CreateCollabSceneBody } from "@/lib/domain/scenes/schemas";
import { keyCtx } from "./factories";

// A program that creates a scene, with its partner and body as JSON, and then waits: tests kill it on the way.
const { partnerId, body } = JSON.parse(process.argv[2] ?? "");
await createScene(keyCtx({ id: partnerId }), CreateCollabSceneBody.parse(body));
setInterval(() => undefined, 60_000);
