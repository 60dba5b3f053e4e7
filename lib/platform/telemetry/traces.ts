import { type Attributes, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { env } from "../env";
import { uuidOf } from "../ids";

// A request's id is 128 bits, as the id of a trace is: the trace has the same one, in another base. So the id in an answer leads to
// its trace, its log lines and its jobs, in whatever process they run.
const random = new RandomIdGenerator();
let beginning: string | undefined;
const idGenerator = {
  generateSpanId: () => random.generateSpanId(),
  generateTraceId: () => (beginning && traceIdOf(beginning)) || random.generateTraceId(),
};

/** The id of the trace of a request, 32 hex digits. Null for text that is no id. */
export const traceIdOf = (id: string): string | null => uuidOf(id)?.toString(16).padStart(32, "0") ?? null;

// On globalThis: Next and our own server bundle are two module graphs in one process, and trace together.
const KEY = Symbol.for("vellum.traces");
const shared = globalThis as { [KEY]?: TracerProvider };

/** Starts to send traces to `OTEL_EXPORTER_OTLP_ENDPOINT`, if it is set. Returns what sends the last ones. */
export function startTraces(exporter: SpanExporter | undefined = otlp()): { close: () => Promise<void> } {
  if (!exporter) return { close: async () => undefined };
  const started = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "vellum", "service.instance.id": `${process.pid}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env().tracesRatio) }),
    idGenerator,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  // Not the global provider: Next would add spans of its own, with the paths of callers.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  shared[KEY] = started;
  return {
    close: async () => {
      delete shared[KEY];
      context.disable();
      await started.shutdown();
    },
  };
}

function otlp(): SpanExporter | undefined {
  const { tracesUrl } = env();
  return tracesUrl ? new OTLPTraceExporter({ url: `${tracesUrl}/v1/traces` }) : undefined;
}

type About = {
  /** Begins the trace of this request. Without one, the span belongs to what runs now. */
  requestId?: string;
  kind?: keyof typeof SpanKind;
  /** Nothing of a person, no address, no path of a caller. */
  attributes?: Attributes;
};

/** Runs `run` as a span of a trace. While no traces are sent, it only runs it. */
export async function inSpan<T>(name: string, about: About, run: (span?: Span) => Promise<T>): Promise<T> {
  const tracer = shared[KEY]?.getTracer("vellum");
  if (!tracer) return run();
  const { requestId, kind = "INTERNAL", attributes } = about;
  beginning = requestId;
  const span = tracer.startSpan(
    name,
    { kind: SpanKind[kind], attributes: { ...attributes, ...(requestId && { "request.id": requestId }) } },
    requestId ? ROOT_CONTEXT : context.active(),
  );
  beginning = undefined;
  try {
    return await context.with(trace.setSpan(context.active(), span), () => run(span));
  } catch (error) {
    // Its message may quote somebody's words, so the log alone has it.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
    throw error;
  } finally {
    span.end();
  }
}
