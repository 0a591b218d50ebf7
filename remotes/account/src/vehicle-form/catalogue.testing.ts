/** Mock responses of the catalogue calls that the vehicle screens make. */
export const catalogue = {
  'GET /VehicleManufacturers': [
    { manufacturerId: 0, manufacturerName: '_unknown' },
    { manufacturerId: 4, manufacturerName: 'BYD' },
    { manufacturerId: 9, manufacturerName: 'Nissan' },
  ],
  'GET /VehicleModels/': (url: URL) =>
    url.searchParams.get('manufacturerid') === '4'
      ? [
          { vmId: 41, vmName: 'Dolphin' },
          { vmId: 42, vmName: 'Seal' },
        ]
      : [{ vmId: 91, vmName: 'Leaf' }],
};
