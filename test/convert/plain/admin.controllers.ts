import { Controller, Get, Param } from '@nestjs/common';

@Controller({ path: 'reports', version: '1' })
export class ReportsController {
  @Get(':name')
  one(@Param('name') name: string) {
    return { report: name };
  }
}

@Controller('things')
export class ThingsController {
  @Get()
  list() {
    return ['thing'];
  }

  // Stays plain, below the same path: a text would be sent as JSON.
  @Get('name')
  named() {
    return 'things';
  }
}

@Controller('parts')
export class PartsController {
  @Get()
  list() {
    return ['part'];
  }
}
