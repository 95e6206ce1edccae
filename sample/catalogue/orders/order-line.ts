import { Param, ValueClass, type int } from 'nestjs-rest-routes';

@ValueClass()
export class OrderLine {
  @Param({ minimum: 1 }) item!: int;
  @Param({ minimum: 1, maximum: 99 }) quantity: int = 1;
}
