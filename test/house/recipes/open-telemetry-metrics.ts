import { subscribe } from 'node:diagnostics_channel';
import type { MeterProvider } from '@opentelemetry/api';
import type { ResponseEvent, StoreEvent } from 'nestjs-rest-routes';

/** Records requests, cache outcomes and the time of the cache store by the names of OpenTelemetry. */
export function recordMetrics(provider: MeterProvider): void {
  const meter = provider.getMeter('nestjs-rest-routes');
  const requests = meter.createHistogram('http.server.request.duration', { unit: 's' });
  const cache = meter.createCounter('rest.cache.responses');
  const store = meter.createHistogram('rest.cache.store.duration', { unit: 's' });
  subscribe('nestjs-rest-routes:responded', (event) => {
    const { method, route, status, duration, cache: outcome } = event as ResponseEvent;
    const attributes = { 'http.route': route };
    requests.record(duration / 1000, {
      ...attributes,
      'http.request.method': method,
      'http.response.status_code': status,
    });
    if (outcome !== undefined) cache.add(1, { ...attributes, outcome });
  });
  subscribe('nestjs-rest-routes:store', (event) => {
    const { operation, duration, isDone } = event as StoreEvent;
    store.record(duration / 1000, { operation, 'error.type': isDone ? undefined : 'unavailable' });
  });
}
