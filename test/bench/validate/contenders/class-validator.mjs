// As Nest's validation pipe calls it.
import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsString,
  Max,
  Min,
  MinLength,
  validate,
  ValidateNested,
} from 'class-validator';

const decorate = (type, name, ...decorators) =>
  decorators.forEach((one) => one(type.prototype, name));

class LineDto {}
decorate(LineDto, 'sku', IsString(), MinLength(1));
decorate(LineDto, 'qty', IsInt(), Min(1), Max(99));
class OneDto {
  variant = 'full';
}
decorate(
  OneDto,
  'id',
  Type(() => Number),
  IsInt(),
);
decorate(OneDto, 'variant', IsIn(['full', 'teaser']));
class OrderDto {}
decorate(OrderDto, 'email', IsEmail());
decorate(OrderDto, 'lines', IsArray(), ArrayMinSize(1), ArrayMaxSize(20));
decorate(
  OrderDto,
  'lines',
  ValidateNested({ each: true }),
  Type(() => LineDto),
);

const check = (type) => async (args) => {
  const made = plainToInstance(type, args);
  const errors = await validate(made, { whitelist: true, forbidNonWhitelisted: true });
  return errors.length === 0 ? made : undefined;
};
export const one = check(OneDto);
export const order = check(OrderDto);
