import { Param, ValueClass, type int } from 'nestjs-rest-routes';

@ValueClass()
export class Line {
  @Param({ minLength: 1 }) sku: string;
  qty: int;
}
