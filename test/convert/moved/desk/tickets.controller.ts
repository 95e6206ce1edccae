import {
  Body,
  ClassSerializerInterceptor,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  ParseBoolPipe,
  ParseEnumPipe,
  ParseIntPipe,
  Patch,
  Post,
  Query,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { JwtAuthGuard, Roles, RolesGuard } from './guards.js';
import { Priority } from './ticket.entity.js';
import { CreateTicketDto, ListTicketsDto, UpdateTicketDto } from './tickets.dto.js';
import { TicketsService } from './tickets.service.js';

@Controller('tickets')
@UseInterceptors(ClassSerializerInterceptor)
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  findAll(@Query() query: ListTicketsDto) {
    return this.tickets.list(query);
  }

  @Get('count')
  async count(
    @Query('priority', new ParseEnumPipe(Priority, { optional: true })) priority?: Priority,
    @Query('open', new DefaultValuePipe(true), ParseBoolPipe) open = true,
  ) {
    const { total } = await this.tickets.list({
      page: 1,
      limit: 50,
      ...(priority === undefined ? {} : { priority }),
    });
    return { total, open };
  }

  @Get(':id')
  findOne(@Param('id', ParseIntPipe) id: number) {
    return this.tickets.one(id);
  }

  @Post()
  @UseGuards(JwtAuthGuard)
  create(@Body() dto: CreateTicketDto) {
    return this.tickets.create(dto);
  }

  @Post('check')
  @HttpCode(HttpStatus.OK)
  check(@Body() dto: CreateTicketDto) {
    return { accepted: dto };
  }

  @Patch(':id')
  @UseGuards(JwtAuthGuard, RolesGuard)
  @Roles('agent')
  update(@Param('id', ParseIntPipe) id: number, @Body() dto: UpdateTicketDto) {
    return this.tickets.update(id, dto);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @UseGuards(JwtAuthGuard, RolesGuard)
  @Roles('agent')
  remove(@Param('id', ParseIntPipe) id: number) {
    return this.tickets.remove(id);
  }
}
