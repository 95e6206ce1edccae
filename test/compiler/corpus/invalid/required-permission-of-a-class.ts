import { Controller, Get } from '@nestjs/common';
import { Callback, Param, RequirePermission, type int } from 'nestjs-rest-routes';

@Controller('subjects')
@RequirePermission(new Callback(Subject.mayEdit))
export class Subject {
  @Get(':id')
  one() {}

  static mayEdit(id: int, more: any, @Param({ minLength: 1 }) page: int): boolean {
    return id > 0 && more !== null && page > 0;
  }
}

// RR1065 at 10:18
// RR2001 at 10:33
// RR1006 at 10:38
