import { Controller, Get, InternalServerErrorException } from '@nestjs/common';

@Controller()
export class HealthController {
  @Get('health')
  health() {
    return { status: 'ok' };
  }

  @Get('ready')
  ready() {
    throw new InternalServerErrorException();
  }

  @Get('crash')
  crash(): { status: string } {
    throw new TypeError('of the driver');
  }

  @Get('version')
  version(): string {
    return '1.0.0';
  }
}
