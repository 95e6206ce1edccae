import { Buffer } from 'node:buffer';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { Route } from '../../model/definition/route.js';
import type { FileContent } from '../../model/request/file-content.js';
import type { DetectMediaType } from '../../platform/uploads/upload-settings.js';

/** How much of a file is looked at: signatures are at the beginning, and work on a hostile file is limited. */
const SAMPLE_BYTES = 65_536;

/**
 * What names media types by content, from the package file-type; loaded only where a parameter states
 * `mediaTypes`.
 *
 * @throws InvalidArgumentException where the package is needed and not installed.
 */
export async function loadDetection(
  definitions: readonly Route[],
): Promise<DetectMediaType | undefined> {
  const route = definitions.find(({ checksFiles }) => checksFiles);
  if (route === undefined) return undefined;
  const { fileTypeFromBuffer } = await loadFileType(route);
  return async (content) => (await fileTypeFromBuffer(await sampleOf(content)))?.mime;
}

async function sampleOf(content: FileContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content.stream()) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(chunks, Math.min(size, SAMPLE_BYTES));
}

async function loadFileType({ handler }: Route): Promise<typeof import('file-type')> {
  try {
    return await import('file-type');
  } catch (cause) {
    throw new InvalidArgumentException(
      `${handler} states @Param({ mediaTypes }), which the package file-type checks by content: npm install file-type`,
      { cause },
    );
  }
}
