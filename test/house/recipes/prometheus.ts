import { subscribe } from 'node:diagnostics_channel';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { FlightEvent, PurgeEvent, ResponseEvent, StoreEvent } from 'nestjs-rest-routes';

/** Counts requests, cache outcomes, calls of methods, purges and the time of the cache store. */
export function collectMetrics(registry: Registry): void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'rest_request_duration_seconds',
    help: 'Requests by route and status; denied ones have the statuses 401 and 403.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const cache = new Counter({
    name: 'rest_cache_responses_total',
    help: 'Responses of cached routes by where they come from.',
    labelNames: ['route', 'outcome'],
    registers,
  });
  const flights = new Counter({
    name: 'rest_cache_flights_total',
    help: 'Responses of cached routes that were made, by who called the method.',
    labelNames: ['route', 'kind'],
    registers,
  });
  const store = new Histogram({
    name: 'rest_cache_store_duration_seconds',
    help: 'Operations of the cache store.',
    labelNames: ['operation', 'result'],
    registers,
  });
  const purges = new Histogram({
    name: 'rest_cache_purge_duration_seconds',
    help: 'Purges, until the store has them.',
    labelNames: ['result'],
    registers,
  });
  const resultOf = ({ isDone }: { isDone: boolean }) => (isDone ? 'done' : 'failed');
  on<ResponseEvent>(
    'responded',
    ({ method, route = 'none', status = 0, duration, cache: outcome }) => {
      requests.observe({ method, route, status }, duration / 1000);
      if (outcome !== undefined) cache.inc({ route, outcome });
    },
  );
  on<FlightEvent>('flight', ({ route, kind }) => flights.inc({ route, kind }));
  on<StoreEvent>('store', (event) => {
    store.observe({ operation: event.operation, result: resultOf(event) }, event.duration / 1000);
  });
  on<PurgeEvent>('purge', (event) => {
    purges.observe({ result: resultOf(event) }, event.duration / 1000);
  });
}

function on<Event>(name: string, listen: (event: Event) => void): void {
  subscribe(`nestjs-rest-routes:${name}`, (event) => listen(event as Event));
}
