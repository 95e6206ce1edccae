import { Controller, Get } from '@nestjs/common';
import { Callback, RequirePermission, type int } from 'nestjs-rest-routes';

const mayEdit = (id: int) => id > 0;
@Controller('subjects')
export class Subject {
  @Get(':id')
  @RequirePermission(new Callback(mayEdit))
  one() {}
}

// RR1009 at 8:35
