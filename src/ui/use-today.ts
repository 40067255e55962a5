import { useState } from 'react'
import { aucklandDay } from '#lib/domain/dates.ts'

/** The day it is in New Zealand, `yyyy-mm-dd`, as it was when the screen opened. */
export const useToday = (): string => useState(() => aucklandDay(Date.now()))[0]
