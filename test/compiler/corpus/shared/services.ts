export class AuditLog {
  written: string[] = [];
}

export abstract class Store<T> {
  abstract get(key: string): T;
}

export type Log = AuditLog;
