import { listening } from '../serving.mjs';

/** With ON_NEST=1, what is written by hand is on the adapter of an empty application of Nest. */
export async function emptyApplication(adapter) {
  if (process.env.ON_NEST === undefined) return undefined;
  const { NestFactory } = await import('@nestjs/core');
  const { adapterOf } = await import('./nest-application.mjs');
  return NestFactory.create(class EmptyModule {}, adapterOf(adapter), { logger: false });
}

/** @param start Starts to listen where there is no Nest, and returns the URL. */
export async function listen(nest, start) {
  if (nest === undefined) return listening(await start());
  await nest.listen(0, '127.0.0.1');
  return listening(await nest.getUrl());
}
