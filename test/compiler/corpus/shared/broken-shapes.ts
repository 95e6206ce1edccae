export interface Owner {
  name: string;
  serial: bigint;
}
