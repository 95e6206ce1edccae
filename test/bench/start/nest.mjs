// Nest as its documentation has it, with the same routes.
import {
  Body,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';

class EditGuard {
  canActivate(context) {
    if (context.switchToHttp().getRequest().user !== undefined) return true;
    throw new UnauthorizedException();
  }
}

export function moduleOf(count) {
  const controllers = Array.from({ length: count }, (_, n) => controllerOf(n));
  class AppModule {}
  Module({ controllers })(AppModule);
  return AppModule;
}

function controllerOf(n) {
  const decorate = (type, name, ...decorators) =>
    decorators.forEach((one) => one(type.prototype, name));
  class LineDto {}
  decorate(LineDto, 'sku', IsString(), MinLength(1));
  decorate(LineDto, 'qty', IsInt(), Min(1), Max(99));
  class UpdateDto {}
  decorate(UpdateDto, 'title', IsString(), MinLength(2), MaxLength(40));
  class CreateDto {}
  decorate(CreateDto, 'title', IsString(), MinLength(2), MaxLength(40));
  decorate(CreateDto, 'lines', IsArray(), ArrayMinSize(1), ArrayMaxSize(20));
  decorate(
    CreateDto,
    'lines',
    ValidateNested({ each: true }),
    Type(() => LineDto),
  );
  class ThingsController {
    list(page) {
      return { page };
    }
    one(id) {
      return { id };
    }
    create(body) {
      return { title: body.title, count: body.lines.length };
    }
    update(id, body) {
      return { id, title: body.title };
    }
    remove() {}
  }
  const { prototype } = ThingsController;
  const id = Param('id', ParseIntPipe);
  const body = (type) => Body(new ValidationPipe({ transform: true, expectedType: type }));
  Query('page', new DefaultValuePipe(1), ParseIntPipe)(prototype, 'list', 0);
  id(prototype, 'one', 0);
  body(CreateDto)(prototype, 'create', 0);
  id(prototype, 'update', 0);
  body(UpdateDto)(prototype, 'update', 1);
  id(prototype, 'remove', 0);
  const method = (name, ...decorators) =>
    decorators.forEach((one) =>
      one(prototype, name, Object.getOwnPropertyDescriptor(prototype, name)),
    );
  method('list', Get());
  method('one', Get(':id'));
  method('create', Post(), UseGuards(EditGuard));
  method('update', Put(':id'), UseGuards(EditGuard));
  method('remove', Delete(':id'), UseGuards(EditGuard));
  Controller(`api/acme/v1/things${n}`)(ThingsController);
  return ThingsController;
}
