/**
 * Reserves a port of 127.0.0.1 for this process, on which no server listens. It stays reserved until the process ends:
 * a server on it may be stopped and started again.
 */
export function freePort(): Promise<number>;
