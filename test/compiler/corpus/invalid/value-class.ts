import { Param, RestRequest, ValueClass, type int } from 'nestjs-rest-routes';

@ValueClass()
export class Subject {
  a: bigint;
  b: Item;
  [String('c')]: string;
  [key: string]: unknown;
  request: RestRequest;
  @Param({ minimum: 1 }) name: string;
  n: int = 1.5;
  constructor(public sku: string) {}
}

interface Item {
  run(): void;
}

// RR2001 at 5:6
// RR2014 at 6:6
// RR2016 at 7:3
// RR2016 at 8:3
// RR1014 at 9:12
// RR1006 at 10:3
// RR1015 at 11:12
// RR2018 at 12:15
