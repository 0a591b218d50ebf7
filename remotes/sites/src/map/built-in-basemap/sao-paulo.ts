/**
 * Approximate hand-drawn map of São Paulo, to show where a pin is when no real map loads. Not
 * derived from any data set. A pair is in 1/10,000 degrees west of 46° W and south of 23° S:
 * `6559 5614` is [-46.6559, -23.5614].
 */

/** `width` 1 is a street, 2 an avenue, 3 an expressway or a main avenue. */
interface Road {
  name: string;
  width: 1 | 2 | 3;
  line: string;
}

export const CITY =
  '8260 4300,8000 3850,7550 3650,7300 3950,7000 4100,6650 4250,6350 4000,6000 3900,5700 4200,5650 4550,5350 4900,5000 4900,4700 4830,4300 4790,3850 4850,3700 5050,3850 5450,3650 5800,4050 6100,4400 6150,4750 6350,5000 6150,5300 5900,5600 6100,5850 6400,6000 6600,6450 6700,6500 7050,6250 7350,6350 7700,6100 8200,5900 8700,6250 9300,6000 9750,6500 10080,7200 9850,7800 9550,8100 9000,7800 8500,7900 7900,7700 7400,7950 6900,8000 6500,7650 6200,7450 5900,7800 5900,8000 5700,7700 5450,7450 5300,7600 5000,8000 4800';

export const TIETE =
  '3300 4870,3700 4830,4100 4780,4500 4810,4900 4870,5150 4970,5330 5120,5480 5240,5660 5250,5800 5210,6000 5230,6200 5205,6400 5180,6600 5155,6800 5115,7000 5080,7180 5090,7350 5150,7460 5260,7650 5240,7900 5180,8300 5130,8800 5070';

export const PINHEIROS =
  '7465 5285,7420 5390,7345 5470,7220 5530,7125 5575,7045 5655,6995 5740,6935 5830,6935 5920,6955 6030,7015 6165,7060 6280,7135 6400,7200 6525,7170 6610,7090 6665,6970 6780,6880 6900,6790 7020';

export const TAMANDUATEI =
  '6275 5195,6265 5320,6280 5470,6185 5590,6080 5740,5980 5920,5820 6070,5660 6200,5450 6550';

export const RESERVOIRS = [
  '7275 6725,7165 6770,7095 6880,7015 7000,7030 7120,7120 7200,7080 7340,7170 7460,7160 7630,7280 7780,7330 7940,7440 7860,7460 7680,7580 7570,7650 7450,7520 7370,7470 7220,7550 7080,7430 7000,7410 6880,7340 6800',
  '6780 7040,6680 7060,6610 7170,6480 7220,6370 7180,6330 7320,6150 7350,5980 7280,5940 7420,5750 7450,5600 7370,5400 7420,5200 7330,5000 7410,5200 7570,5450 7620,5400 7780,5150 7850,4900 7900,4600 8000,4700 8150,5050 8120,5350 8150,5500 8350,5750 8500,5820 8250,6020 8350,6120 8600,6300 8550,6280 8300,6120 8120,6300 8000,6550 8120,6680 8000,6500 7850,6400 7750,6600 7680,6750 7720,6830 7580,6670 7480,6620 7350,6750 7250',
];

export const PARKS: { name: string; area: string }[] = [
  {
    name: 'Parque Ibirapuera',
    area: '6612 5838,6580 5822,6545 5822,6515 5860,6522 5905,6560 5937,6592 5935,6630 5890',
  },
  {
    name: 'Serra da Cantareira',
    area: '7000 4100,6650 4250,6600 4450,6400 4550,6150 4500,5900 4480,5750 4300,5800 3900,6000 3800,6350 3750,6700 3900',
  },
  { name: 'Parque Villa-Lobos', area: '7275 5435,7200 5440,7185 5490,7255 5508' },
  { name: 'Parque do Estado', area: '6330 6350,6150 6370,6120 6530,6240 6580,6320 6480' },
  { name: 'Parque do Carmo', area: '4850 5720,4680 5690,4620 5830,4790 5900' },
  { name: 'Cidade Universitária', area: '7420 5555,7220 5545,7190 5620,7310 5720' },
  { name: 'Trianon', area: '6577 5599,6567 5608,6584 5624,6594 5615' },
  { name: 'Parque da Aclimação', area: '6315 5708,6290 5700,6280 5728,6305 5738' },
  { name: 'Parque da Água Branca', area: '6715 5285,6685 5285,6685 5312,6712 5312' },
  { name: 'Jóquei Clube', area: '7030 5770,6960 5830,6950 5880,6985 5885,7045 5815' },
];

export const AIRPORT = '6640 6205,6560 6195,6500 6300,6545 6345';

export const ROADS: Road[] = [
  { name: 'Avenida Paulista', width: 3, line: '6627 5555,6607 5573,6559 5614,6473 5689,6444 5715' },
  {
    name: '23 de Maio',
    width: 3,
    line: '6263 5020,6285 5110,6300 5190,6315 5265,6335 5335,6355 5405,6375 5465,6375 5525,6395 5605,6432 5700,6455 5775,6495 5865,6505 5935,6515 6035,6555 6135,6575 6225,6650 6350,6765 6480,6920 6590,7000 6680',
  },
  {
    name: 'Radial Leste',
    width: 3,
    line: '6375 5540,6255 5500,6150 5475,6060 5440,5925 5425,5760 5405,5605 5375,5425 5330,5310 5312,5165 5293,5013 5311,4843 5400,4713 5425,4500 5400,4165 5420',
  },
  {
    name: 'Avenida Rebouças',
    width: 2,
    line: '6627 5555,6685 5585,6765 5625,6865 5675,6955 5722,7000 5745,7085 5780,7220 5865,7375 5930',
  },
  { name: 'Rua da Consolação', width: 2, line: '6455 5475,6515 5490,6570 5525,6627 5555,6660 5610' },
  { name: 'Faria Lima', width: 2, line: '6945 5668,6895 5735,6870 5785,6842 5860,6795 5930,6735 5965' },
  { name: 'Avenida Brasil', width: 2, line: '6595 5795,6685 5730,6765 5678,6815 5610,6790 5500,6740 5400' },
  {
    name: 'Avenida dos Bandeirantes',
    width: 3,
    line: '6940 5975,6830 6030,6735 6085,6640 6155,6560 6195,6455 6275,6360 6300',
  },
  {
    name: 'Nove de Julho',
    width: 2,
    line: '6395 5490,6440 5540,6505 5580,6555 5625,6600 5680,6680 5775,6790 5820',
  },
  {
    name: 'Imigrantes',
    width: 3,
    line: '6130 5870,6235 6005,6290 6135,6360 6300,6300 6550,6205 6750,5900 7150,5650 7700',
  },
  {
    name: 'Avenida Santo Amaro',
    width: 2,
    line: '6720 5850,6755 6000,6810 6160,6890 6310,7000 6480,7085 6535',
  },
  { name: 'Salim Farah Maluf', width: 2, line: '5770 5210,5800 5400,5830 5600,5850 5770,5900 5850' },
  { name: 'Aricanduva', width: 2, line: '5560 5265,5500 5430,5290 5560,5100 5680,4930 5870,4800 6000' },
  {
    name: 'Anhanguera',
    width: 3,
    line: '7380 5130,7400 4950,7650 4600,7900 4100,8200 3500',
  },
  { name: 'Dutra', width: 3, line: '5900 5210,5700 5060,5400 4880,5000 4700,4500 4400,3800 4200' },
  { name: 'Castelo Branco', width: 3, line: '7480 5230,7900 5090,8500 4990' },
  { name: 'Anchieta', width: 3, line: '6080 5900,5920 6000,5850 6300,5700 6650,5550 7000,5450 7500' },
  { name: 'Raposo Tavares', width: 3, line: '7375 5930,7600 5870,7900 5900,8400 5950' },
  { name: 'Régis Bittencourt', width: 3, line: '7375 5930,7700 6200,8300 6500' },
  { name: 'Rua Augusta', width: 1, line: '6478 5495,6545 5535,6607 5573,6645 5608,6680 5642,6720 5680' },
  { name: 'Brigadeiro Luís Antônio', width: 2, line: '6370 5530,6420 5600,6475 5690,6520 5740,6590 5795' },
  { name: 'Rua Vergueiro', width: 1, line: '6360 5560,6400 5680,6395 5750,6345 5895,6310 6000,6250 6100' },
  { name: 'Domingos de Morais', width: 2, line: '6395 5750,6370 5880,6380 5980,6410 6160,6440 6450' },
  { name: 'Alameda Santos', width: 1, line: '6628 5571,6567 5622,6481 5697,6452 5723' },
  { name: 'Oscar Freire', width: 1, line: '6770 5560,6725 5590,6708 5593,6622 5668' },
  { name: 'Teodoro Sampaio', width: 1, line: '6720 5555,6800 5615,6900 5665' },
  { name: 'Rua Treze de Maio', width: 1, line: '6450 5560,6453 5605,6460 5650,6450 5700' },
  { name: 'Avenida Angélica', width: 1, line: '6545 5340,6575 5440,6600 5500,6627 5555' },
  { name: 'Avenida Pacaembu', width: 2, line: '6620 5180,6640 5320,6660 5420' },
  { name: 'Avenida Ipiranga', width: 1, line: '6470 5480,6430 5440,6390 5400,6345 5365' },
  { name: 'Avenida São João', width: 1, line: '6370 5455,6430 5420,6500 5365,6580 5330' },
  { name: 'Rua Estados Unidos', width: 1, line: '6780 5590,6735 5605,6598 5712,6560 5735' },
  { name: 'Juscelino Kubitschek', width: 2, line: '6710 5870,6780 5890,6842 5865,6910 5840' },
  { name: 'Berrini', width: 2, line: '6895 5975,6935 6090,6990 6200' },
  { name: 'Marquês de São Vicente', width: 2, line: '6600 5190,6750 5150,6900 5140,7050 5170' },
  {
    name: 'Avenida do Estado',
    width: 2,
    line: '6290 5250,6275 5380,6290 5470,6195 5590,6090 5740,5990 5920',
  },
  { name: 'Giovanni Gronchi', width: 2, line: '7050 5930,7150 6050,7230 6200,7350 6350' },
  { name: 'Avenida Interlagos', width: 2, line: '6750 6540,6800 6700,6880 6850,6950 7050' },
  { name: 'Alameda Jaú', width: 1, line: '6648 5568,6507 5691' },
  { name: 'Alameda Itu', width: 1, line: '6656 5576,6542 5675' },
  { name: 'Alameda Franca', width: 1, line: '6668 5581,6551 5683' },
  { name: 'Alameda Tietê', width: 1, line: '6680 5585,6577 5675' },
  { name: 'Alameda Lorena', width: 1, line: '6694 5590,6568 5699' },
  { name: 'Bela Cintra', width: 1, line: '6545 5480,6590 5525,6625 5557,6697 5626' },
  { name: 'Haddock Lobo', width: 1, line: '6570 5520,6616 5565,6690 5634' },
  { name: 'Rocha Azevedo', width: 1, line: '6590 5587,6650 5643' },
  { name: 'Peixoto Gomide', width: 1, line: '6545 5566,6578 5598,6640 5657' },
  { name: 'Casa Branca', width: 1, line: '6568 5607,6625 5660' },
  { name: 'Rua Pamplona', width: 1, line: '6500 5605,6535 5635,6600 5697' },
  { name: 'Alameda Campinas', width: 1, line: '6521 5648,6570 5694' },
  { name: 'Eugênio de Lima', width: 1, line: '6485 5645,6503 5664,6555 5713' },
  { name: 'São Carlos do Pinhal', width: 1, line: '6585 5575,6530 5622,6470 5675' },
  { name: 'Frei Caneca', width: 1, line: '6490 5505,6545 5555,6580 5590' },
];

/** `from` is the zoom level at which the name appears. */
export const PLACES: { name: string; from: number; at: string; words?: 'place' | 'water' }[] = [
  { name: 'Osasco', from: 9, at: '7920 5325' },
  { name: 'Guarulhos', from: 9, at: '5330 4630' },
  { name: 'Santo André', from: 9, at: '5380 6640' },
  { name: 'São Bernardo', from: 10, at: '5650 6940' },
  { name: 'São Caetano', from: 11, at: '5700 6230' },
  { name: 'Diadema', from: 10, at: '6200 6860' },
  { name: 'Centro', from: 10.5, at: '6360 5475' },
  { name: 'Pinheiros', from: 11, at: '6935 5640' },
  { name: 'Santana', from: 11, at: '6250 5000' },
  { name: 'Santo Amaro', from: 10.5, at: '7050 6530' },
  { name: 'Tatuapé', from: 11, at: '5720 5440' },
  { name: 'Itaquera', from: 10.5, at: '4560 5400' },
  { name: 'Lapa', from: 11, at: '7020 5240' },
  { name: 'Ipiranga', from: 11, at: '6080 5900' },
  { name: 'Butantã', from: 11, at: '7180 5710' },
  { name: 'Morumbi', from: 11, at: '7190 6010' },
  { name: 'Moema', from: 11, at: '6640 6020' },
  { name: 'Penha', from: 11, at: '5420 5260' },
  { name: 'Jabaquara', from: 11, at: '6450 6450' },
  { name: 'Interlagos', from: 10.5, at: '6930 7010' },
  { name: 'Parelheiros', from: 10, at: '7270 8260' },
  { name: 'São Miguel', from: 11, at: '4430 4960' },
  { name: 'São Mateus', from: 11, at: '4770 6120' },
  { name: 'Campo Limpo', from: 11, at: '7600 6480' },
  { name: 'Pirituba', from: 11, at: '7280 4880' },
  { name: 'Tucuruvi', from: 11.5, at: '6030 4790' },
  { name: 'Vila Mariana', from: 12, at: '6330 5850' },
  { name: 'Itaim Bibi', from: 12, at: '6775 5845' },
  { name: 'Jardins', from: 12, at: '6660 5685' },
  { name: 'Mooca', from: 12, at: '5990 5590' },
  { name: 'Perdizes', from: 12, at: '6770 5360' },
  { name: 'Barra Funda', from: 12.5, at: '6660 5260' },
  { name: 'Vila Madalena', from: 12.5, at: '6890 5540' },
  { name: 'Bela Vista', from: 12.5, at: '6440 5590' },
  { name: 'Higienópolis', from: 12.5, at: '6575 5470' },
  { name: 'Liberdade', from: 12.5, at: '6335 5590' },
  { name: 'Brooklin', from: 12, at: '6830 6190' },
  { name: 'Vila Olímpia', from: 12.5, at: '6870 5945' },
  { name: 'Saúde', from: 12, at: '6310 6180' },
  { name: 'Vila Prudente', from: 12, at: '5790 5810' },
  { name: 'Casa Verde', from: 12, at: '6560 5080' },
  { name: 'Freguesia do Ó', from: 12, at: '6990 4980' },
  { name: 'Vila Maria', from: 12, at: '5830 5080' },
  { name: 'Brás', from: 12.5, at: '6150 5430' },
  { name: 'Sumaré', from: 13, at: '6800 5480' },
  { name: 'Paraíso', from: 13, at: '6420 5740' },
  { name: 'Cerqueira César', from: 13.5, at: '6650 5600' },
  { name: 'MASP', from: 14, at: '6550 5609' },
  { name: 'Congonhas', from: 11.5, at: '6570 6265' },
  { name: 'Guarapiranga', from: 10.5, at: '7300 7250', words: 'water' },
  { name: 'Billings', from: 10.5, at: '6450 7500', words: 'water' },
];
