// Loaded before the traced application.
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import { startTracing } from '../tracing.js';

const exporter = new InMemorySpanExporter();
const provider = startTracing(exporter);

// Sends the spans that have ended since the last message.
process.on('message', () => {
  void provider.forceFlush().then(() => {
    const spans = exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      id: span.spanContext().spanId,
      trace: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
      title: span.attributes['title'],
    }));
    exporter.reset();
    process.send?.(spans);
  });
});
