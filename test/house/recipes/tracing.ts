import { subscribe } from 'node:diagnostics_channel';
import { trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { RouteEvent } from 'nestjs-rest-routes';

/** Makes a span of each request, named after the pattern of its route. */
export function startTracing(exporter: SpanExporter): NodeTracerProvider {
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  new HttpInstrumentation();
  subscribe('nestjs-rest-routes:matched', (event) => {
    const { method, route } = event as RouteEvent;
    trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute('http.route', `${route}`);
  });
  return provider;
}
