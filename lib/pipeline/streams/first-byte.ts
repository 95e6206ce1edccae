import type { Readable } from 'node:stream';

/**
 * Waits until a stream has something to send, or has ended; `undefined` where there is nothing to wait for.
 * Until then no header is sent, so a stream that fails can still become an error of the API.
 *
 * @throws What the stream fails with, or an Error where it is destroyed before it has ended.
 */
export function firstByte(stream: Readable): Promise<void> | undefined {
  // Legacy streams do not have a `readableLength`.
  if (typeof stream.readableLength !== 'number') return undefined;
  if (stream.readableLength > 0 && stream.errored === null) return undefined;
  return stream.readableEnded ? undefined : waitFor(stream);
}

function waitFor(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      stream.off('readable', onReady).off('end', onReady);
      stream.off('error', settle).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const onReady = (): void => settle();
    const onClose = (): void =>
      settle(stream.errored ?? new Error('The stream was destroyed before it was sent.'));
    if (stream.errored !== null || stream.destroyed) return onClose();
    stream.on('readable', onReady).on('end', onReady).on('error', settle).on('close', onClose);
  });
}
