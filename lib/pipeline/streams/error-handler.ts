import { StreamableFile } from '@nestjs/common';

/** The source of Nest's own handler. */
const NEST_HANDLER = String(new StreamableFile(new Uint8Array()).errorHandler);

/** Whether the application has given a file a handler of its own, by `setErrorHandler()`. */
export function hasOwnErrorHandler(file: StreamableFile): boolean {
  return String(file.errorHandler) !== NEST_HANDLER;
}
